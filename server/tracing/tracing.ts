// What it is for: a trace for each request, sent to a collector by the packages of OpenTelemetry.
// What it may import: core, http.
// Where to start reading: create-tracing.ts.

export { createTracing, type Tracing } from './create-tracing.ts'
