// Purpose: figures for Prometheus: requests, what waits, silent gateways, housekeeping.
// May import: core, database, http, gateways, judge.
// Start reading: create-metrics.ts, then read-state.ts.

export { createMetrics, listenForMetrics, type Metrics } from './create-metrics.ts'
