//! `aws ec2 describe-instance-type-offerings`.

use rootstock_document::NodeRef;

use crate::nodes::{first, list, text};
use crate::{FactFile, FactSource, MachineTypeFact, SourceError};

pub(super) const SOURCE: FactSource = FactSource {
    name: "aws-instance-type-offerings",
    printed_by: "aws ec2 describe-instance-type-offerings",
    provider: Some("aws"),
    is_regional: true,
    is_partial: false,
    recognizes: |root| first(root, &["InstanceTypeOfferings"]).is_some_and(|one| one.get("LocationType").is_some()),
    read,
};

fn read(root: NodeRef<'_>, file: &mut FactFile) -> Result<(), SourceError> {
    let expected = "the output of `aws ec2 describe-instance-type-offerings`";
    for item in list(root, &["InstanceTypeOfferings"], expected)? {
        let name = text(item, "InstanceType").unwrap_or_default();
        let fact = MachineTypeFact { name, ..MachineTypeFact::default() };
        match (text(item, "LocationType").as_deref(), text(item, "Location")) {
            (Some("availability-zone"), Some(zone)) => {
                file.machine_type(SOURCE.provider, MachineTypeFact { zones: vec![zone], zonal: true, ..fact });
            }
            (Some("region"), Some(region)) => {
                file.machine_type(SOURCE.provider, MachineTypeFact { region: Some(region), ..fact });
            }
            (kind, _) => {
                let kind = kind.unwrap_or("without a type").to_owned();
                file.unread(fact.name, format!("location {kind} is neither a region nor a zone by its name"));
            }
        }
    }
    if text(root, "NextToken").is_some() {
        file.is_one_page();
    }
    Ok(())
}
