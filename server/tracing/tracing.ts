// Purpose: a trace for each request, sent to a collector by the packages of OpenTelemetry.
// May import: core, http.
// Start reading: create-tracing.ts.

export { createTracing, type Tracing } from './create-tracing.ts'
