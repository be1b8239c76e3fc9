// What it is for: figures for Prometheus: requests, what waits, silent gateways, housekeeping.
// What it may import: core, database, http, gateways, judge.
// Where to start reading: create-metrics.ts, then read-state.ts.

export { createMetrics, type Metrics } from './create-metrics.ts'
export { listenForMetrics } from './listen-for-metrics.ts'
