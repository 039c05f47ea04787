//! A TCP proxy that imitates a Service or a broken network: it forwards to one of some addresses, or to none.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

pub(crate) struct Link {
    pub(crate) address: SocketAddr,
    targets: Arc<Mutex<Vec<SocketAddr>>>,
    /// The number of cuts.
    cuts: watch::Sender<u64>,
}

impl Link {
    pub(crate) async fn to(targets: &[SocketAddr]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let targets = Arc::new(Mutex::new(targets.to_vec()));
        let (cuts, receiver) = watch::channel(0);
        tokio::spawn(forward(listener, Arc::clone(&targets), receiver));
        Self { address, targets, cuts }
    }

    /// Sets the targets of new connections. Existing connections stay open, as with a Service.
    pub(crate) fn set_targets(&self, targets: &[SocketAddr]) {
        *self.targets.lock().unwrap() = targets.to_vec();
    }

    /// Closes all connections, and refuses new ones until there are targets again.
    pub(crate) fn cut(&self) {
        self.set_targets(&[]);
        self.cuts.send_modify(|count| *count += 1);
    }
}

async fn forward(listener: TcpListener, targets: Arc<Mutex<Vec<SocketAddr>>>, cuts: watch::Receiver<u64>) {
    let mut turn = 0;
    while let Ok((mut from, _)) = listener.accept().await {
        let targets = targets.lock().unwrap().clone();
        turn += 1;
        let Some(&target) = targets.get(turn % targets.len().max(1)) else { continue };
        let mut cuts = cuts.clone();
        cuts.mark_unchanged();
        tokio::spawn(async move {
            let Ok(mut to) = TcpStream::connect(target).await else { return };
            tokio::select! {
                _ = tokio::io::copy_bidirectional(&mut from, &mut to) => {}
                _ = cuts.changed() => {}
            }
        });
    }
}
