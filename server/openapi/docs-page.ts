import { html, raw } from 'hono/html'
import { policyForStyle } from '../http/site/security-headers.ts'
import type { OpenApiDocument } from './document.ts'
import type { Answer, DocumentedCall } from './documented-call.ts'

const style = `
:root { color-scheme: light dark; --line: light-dark(#ded4c3, #2b424a); --soft: light-dark(#46626b, #a9bcbd); }
body { margin: 0 auto; padding: 1.5rem 1rem 6rem; max-inline-size: 60rem; font: 1rem/1.5 system-ui, sans-serif;
  background: light-dark(#faf6ef, #0d1b20); color: light-dark(#12303a, #edf1ea); }
h1, h2 { font-family: Charter, Cambria, Georgia, serif; }
code, pre { font: 0.875rem/1.5 ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.375rem; }
details { border-block-start: 1px solid var(--line); padding-block: 0.5rem; }
summary { cursor: pointer; min-block-size: 2rem; }
summary b { display: inline-block; min-inline-size: 4rem; }
a { color: inherit; }
.soft { margin-inline-start: 0.5rem; }
p.soft { margin-inline-start: 0; }
dt { font-weight: 600; }
dd { margin: 0 0 0.5rem; }
.soft { color: var(--soft); }
`

export const docsPolicy = policyForStyle(style)

type Markup = ReturnType<typeof html>

/** The API document as an HTML page without scripts. */
export function docsPage({ info, paths, webhooks, components }: OpenApiDocument): Markup {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  )
  const groups = [...Map.groupBy(calls, ({ call }) => call.tags[0] ?? '')]
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>API | ${info.title}</title>
<link rel="icon" href="data:,">
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>${info.title}: API</h1>
<p>${info.description}</p>
<p>Programs read <a href="/api/openapi.json">openapi.json</a>.</p>
${groups.map(
  ([group, members]) =>
    html`<h2>${group}</h2>${members.map(({ path, method, call }) => callEntry(`/api${path}`, method, call, callerOf(call)))}`,
)}
<h2>Webhooks</h2>
${Object.entries(webhooks).map(([event, { post }]) =>
  callEntry(event, 'post', post, 'Sent by Aman, signed with the secret of the webhook.'),
)}
<h2>Shapes</h2>
${Object.entries(components.schemas).map(
  ([name, schema]) =>
    html`<details id="${name}"><summary>${name}</summary>${asCode(schema)}</details>`,
)}
</main>
</body>
</html>
`
}

function callerOf(call: DocumentedCall): string {
  const [security] = call.security.flatMap((scheme) => Object.keys(scheme))
  return security === undefined ? 'Public.' : `With the bearer token of a ${security}.`
}

function callEntry(place: string, method: string, call: DocumentedCall, caller: string): Markup {
  return html`<details>
<summary><b>${method.toUpperCase()}</b> <code>${place}</code> <span class="soft">${call.summary}</span></summary>
<p>${call.description}</p>
<p>${caller}</p>
${call.parameters.map(
  (parameter) =>
    html`<p><code>${parameter.name}</code> in the ${parameter.in}${parameter.required ? '' : ', optional'}. ${parameter.description} For example <code>${asText(parameter.example)}</code></p>${asCode(parameter.schema)}`,
)}
${call.requestBody === undefined ? '' : html`<p>Body</p>${contentOf(call.requestBody)}`}
<dl>${Object.entries(call.responses).map(
    ([status, answer]) =>
      html`<dt>${status}</dt><dd>${answer.description}${contentOf(answer)}</dd>`,
  )}</dl>
</details>`
}

function contentOf({ content = {} }: Pick<Answer, 'content'>): Markup[] {
  return Object.entries(content).map(
    ([mediaType, { schema, example, examples = {} }]) =>
      html`<p class="soft">${mediaType}${nameOf(schema.$ref)}</p>
${schema.$ref === undefined ? asCode(schema) : ''}${example === undefined ? '' : asCode(example)}
${Object.entries(examples).map(
  ([code, { value }]) =>
    html`<details><summary><code>${code}</code></summary>${asCode(value)}</details>`,
)}`,
  )
}

/** A link to the shape at the end of the page. */
function nameOf(reference: string | undefined): Markup | string {
  const name = reference?.split('/').at(-1)
  return name === undefined ? '' : html`, <a href="#${name}">${name}</a>`
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function asCode(value: unknown): Markup {
  return html`<pre>${JSON.stringify(value, null, 2)}</pre>`
}
