//! The metrics of this process, for operators.

use std::sync::OnceLock;
use std::time::Duration;

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tokio_util::sync::CancellationToken;

/// The metrics recorder of this process: a single one, because the `metrics` macros write to a global.
pub fn recorder() -> &'static PrometheusHandle {
    static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();
    RECORDER.get_or_init(|| {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("metrics go to another recorder of this process");
        }
        handle
    })
}

/// Aggregates measurements until the server stops, so that they do not pile up if nobody reads the metrics.
pub async fn sum_up(stop: CancellationToken) {
    while stop.run_until_cancelled(tokio::time::sleep(UPKEEP_INTERVAL)).await.is_some() {
        recorder().run_upkeep();
    }
}

/// How often measurements are aggregated.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);
