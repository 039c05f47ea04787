//! The derived code.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{DeriveInput, Expr, Generics, Ident, Type, WherePredicate, parse_quote};

use crate::fields::{self, Field, ReleaseLiteral};

/// Generates the implementations for a struct.
pub(crate) fn of(input: &DeriveInput) -> syn::Result<TokenStream> {
    let fields = fields::of(input)?;
    let (ident, type_name) = (&input.ident, input.ident.to_string());
    let names = fields.iter().map(|field| &field.name);
    let schemas = fields.iter().map(schema);
    let slots = fields.iter().enumerate().map(|(index, field)| {
        let slot = slot(field);
        quote!(#index => ::core::option::Option::Some(#slot),)
    });
    let is_limited = |field: &Field<'_>| field.since.is_some() || field.until.is_some();
    let releases = fields.iter().any(is_limited).then(|| {
        let of_fields = fields.iter().map(releases);
        quote! {
            fn releases(&self) -> &'static [::rootstock_document::Releases] {
                const { &[#(#of_fields),*] }
            }
        }
    });
    let mut generics = input.generics.clone();
    let parameterized =
        fields.iter().filter(|field| !field.by_serde && depends_on_a_parameter(field.ty, &input.generics));
    let predicates = parameterized.map(|Field { ty, .. }| parse_quote!(#ty: ::rootstock_document::Decodable));
    generics.make_where_clause().predicates.extend::<Vec<WherePredicate>>(predicates.collect());
    let (parameters, arguments, conditions) = generics.split_for_impl();
    Ok(quote! {
        #[automatically_derived]
        impl #parameters ::rootstock_document::decode::Fields for #ident #arguments #conditions {
            fn type_name(&self) -> &'static str {
                #type_name
            }

            fn names(&self) -> &'static [&'static str] {
                const { &[#(#names),*] }
            }

            #releases

            fn slot_of(&mut self, index: usize) -> ::core::option::Option<::rootstock_document::decode::Slot<'_>> {
                match index {
                    #(#slots)*
                    _ => ::core::option::Option::None,
                }
            }
        }

        #[automatically_derived]
        impl #parameters ::rootstock_document::Decodable for #ident #arguments #conditions {
            const SHAPE: ::rootstock_document::schema::Shape =
                ::rootstock_document::schema::Shape::Object(const {
                    &::rootstock_document::schema::ObjectSchema { type_name: #type_name, fields: &[#(#schemas),*] }
                });

            fn slot(&mut self) -> ::rootstock_document::decode::Slot<'_> {
                ::rootstock_document::decode::Slot::fields(self)
            }
        }
    })
}

fn schema(field: &Field<'_>) -> TokenStream {
    let Field { name, ty, is_key, .. } = field;
    let shape = match &field.shape {
        Some(shape) => quote!(#shape),
        None if field.by_serde => quote!(::rootstock_document::schema::Shape::Any),
        None => quote!(<#ty as ::rootstock_document::Decodable>::SHAPE),
    };
    let entity_kind = |entity_kind: &Option<Expr>| match entity_kind {
        Some(entity_kind) => quote!(::core::option::Option::Some(#entity_kind)),
        None => quote!(::core::option::Option::None),
    };
    let (offers, refers_to) = (entity_kind(&field.offers), entity_kind(&field.refers_to));
    let compare = field.compare.clone().unwrap_or_else(|| parse_quote!(Value));
    let releases = releases(field);
    quote!(::rootstock_document::schema::FieldSchema {
        name: #name,
        shape: #shape,
        is_key: #is_key,
        offers: #offers,
        refers_to: #refers_to,
        compare: ::rootstock_document::schema::Compare::#compare,
        releases: #releases,
    })
}

/// Generates the releases that have a field.
fn releases(field: &Field<'_>) -> TokenStream {
    let limit = |limit: Option<ReleaseLiteral>| match limit {
        Some(ReleaseLiteral { major, minor }) => {
            quote!(::core::option::Option::Some(::rootstock_document::Release::new(#major, #minor)))
        }
        None => quote!(::core::option::Option::None),
    };
    let (since, until, instead) =
        (limit(field.since), limit(field.until), field.instead.as_deref().unwrap_or_default());
    quote!(::rootstock_document::Releases {
        since: #since,
        until: #until,
        instead: #instead,
        ..::rootstock_document::Releases::ALL
    })
}

fn slot(field: &Field<'_>) -> TokenStream {
    let ident = field.ident;
    if field.by_serde {
        quote!(::rootstock_document::decode::Slot::by_serde(&mut self.#ident))
    } else {
        quote!(::rootstock_document::Decodable::slot(&mut self.#ident))
    }
}

fn depends_on_a_parameter(ty: &Type, generics: &Generics) -> bool {
    let parameters: Vec<&Ident> = generics.type_params().map(|parameter| &parameter.ident).collect();
    mentions(ty.to_token_stream(), &parameters)
}

fn mentions(tokens: TokenStream, names: &[&Ident]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => names.contains(&&ident),
        TokenTree::Group(group) => mentions(group.stream(), names),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
