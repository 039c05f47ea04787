//! Visibility of objects, with the RBAC of a real API server.

use serde_json::{Value, json};
use tokio::time::{Duration, sleep};

use crate::garden::{Garden, wait_until};
use crate::objects::{PROFILES, collection, list_role, profile, shoot};

/// Creates a token of a service account for some audiences.
async fn token(garden: &Garden, account: &str, audiences: &[&str]) -> String {
    let request = json!({
        "apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest",
        "spec": {"audiences": audiences, "expirationSeconds": 600},
    });
    let response = garden.admin.write("POST", &format!("{account}/token"), &request).await;
    assert!(response.is_success(), "{}", response.text);
    response.body["status"]["token"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs kube-apiserver and etcd: cargo xtask apiserver"]
async fn users_see_only_objects_that_they_may_list() {
    let garden = Garden::start_without_webhook().await;
    let plane = &garden.plane;
    garden.admin.create_unreviewed(PROFILES, profile("orchard")).await;
    for (namespace, name) in [("garden-open", "pear"), ("garden-secret", "quince"), ("garden-secret", "medlar")] {
        garden.admin.project(namespace).await;
        garden.admin.create_unreviewed(&collection("shoots", namespace), shoot(namespace, name)).await;
    }
    let all = list_role(&["cloudprofiles", "namespacedcloudprofiles", "shoots"]);
    plane.allow("alice", None, &all).await;
    for name in ["bob", "carol"] {
        plane.allow(name, None, &list_role(&["cloudprofiles"])).await;
    }
    let namespaced = list_role(&["namespacedcloudprofiles", "shoots"]);
    plane.allow("bob", Some("garden-open"), &namespaced).await;

    let usage = "/api/v1/usage";
    wait_until("the Shoots", async || garden.ask_as("alice", usage).await.1.contains("medlar")).await;
    let state = async |token: &str| -> Value {
        let (status, text) = garden.ask_as(token, "/api/v1/state").await;
        assert_eq!(status, 200, "{text}");
        serde_json::from_str(&text).unwrap()
    };
    assert_eq!(state("alice").await["shoots"], 3);
    assert_eq!(state("bob").await["shoots"], 1);
    assert_eq!(state("carol").await["shoots"], 0);
    let of_another_project = "/api/v1/usage?namespace=garden-secret";
    for question in [usage, "/api/v1/plan", of_another_project, "/", "/profiles/orchard"] {
        for user in ["bob", "carol"] {
            let (status, text) = garden.ask_as(user, question).await;
            let expected = if question == of_another_project { 403 } else { 200 };
            assert_eq!(status, expected, "{question}: {text}");
            assert!(!["quince", "medlar"].iter().any(|secret| text.contains(secret)), "{question} for {user}: {text}");
        }
    }
    assert!(garden.ask_as("bob", usage).await.1.contains("pear"));
    assert_eq!(garden.ask_as("dave", usage).await.0, 403);
    assert_eq!(garden.ask_as("unknown", usage).await.0, 401);

    // A service account's token, like that of `kubectl create token`.
    let accounts = "/api/v1/namespaces/garden-open/serviceaccounts";
    let account = json!({"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "viewer"}});
    plane.create(accounts, &account).await;
    let account = format!("{accounts}/viewer");
    let (mine, elsewhere) = (token(&garden, &account, &[]).await, token(&garden, &account, &["elsewhere"]).await);
    assert_eq!(garden.ask_as(&elsewhere, usage).await.0, 401, "the token is for another audience");
    assert_eq!(garden.ask_as(&mine, usage).await.0, 403);
    let user = "system:serviceaccount:garden-open:viewer";
    plane.allow(user, None, &list_role(&["cloudprofiles"])).await;
    plane.allow(user, Some("garden-open"), &namespaced).await;
    wait_until("access", async || garden.ask_as(&mine, usage).await.0 == 200).await;
    let text = garden.ask_as(&mine, usage).await.1;
    assert!(text.contains("pear") && !text.contains("quince"), "{text}");
    // A token becomes invalid with its account, once the cached review has expired.
    assert!(garden.admin.delete(&account).await.is_success());
    wait_until("the end of the token", async || garden.ask_as(&mine, usage).await.0 == 401).await;

    // Removing a role binding revokes access.
    let binding = "/apis/rbac.authorization.k8s.io/v1/namespaces/garden-open/rolebindings/reading-of-bob";
    assert!(garden.admin.delete(binding).await.is_success());
    sleep(Duration::from_secs(1)).await;
    wait_until("nothing for bob", async || state("bob").await["shoots"] == 0).await;
    garden.end().await;
}
