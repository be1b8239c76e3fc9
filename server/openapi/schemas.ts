import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { auditEntry } from '../../contract/audit/audit-entry.ts'
import { acknowledgement, givenId, id, savedAnswer } from '../../contract/core/basic.ts'
import { errorAnswer, fieldErrorAnswer } from '../../contract/core/errors.ts'
import { exampleOf } from '../../contract/core/examples.ts'
import { saidOf, shown } from '../../contract/core/field.ts'
import { limits } from '../../contract/core/limits.ts'
import { readyErrorAnswer } from '../../contract/core/ready.ts'
import { authentication } from '../../contract/emails/authentication.ts'
import { refusedScan, scan, scansErrorAnswer } from '../../contract/emails/report-scans.ts'
import { threat } from '../../contract/emails/threat.ts'
import { flag } from '../../contract/flags/flag.ts'
import { organization } from '../../contract/organizations/organization-fields.ts'
import { policy } from '../../contract/policy/policy.ts'
import { member } from '../../contract/team/team-dashboard.ts'
import { user } from '../../contract/users/user.ts'

const limitsOf = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'] as const

/**
 * Adds the limits of what is parsed to the schema of what is sent. The converter leaves them out of an
 * input that is trimmed first, because a longer text may become short enough.
 */
function withLimits(sent: JsonSchema, parsed: JsonSchema): JsonSchema {
  const { properties, anyOf, items } = sent
  const limited = { ...sent }
  if (sent.type === parsed.type) {
    for (const limit of limitsOf) {
      const value = parsed[limit]
      if (value !== undefined) limited[limit] ??= value
    }
  }
  if (properties !== undefined) {
    limited.properties = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        both(property, parsed.properties?.[name]),
      ]),
    )
  }
  if (anyOf !== undefined && anyOf.length === parsed.anyOf?.length) {
    limited.anyOf = anyOf.map((option, index) => both(option, parsed.anyOf?.[index]))
  }
  if (items !== undefined && !Array.isArray(items) && !Array.isArray(parsed.items)) {
    limited.items = both(items, parsed.items)
  }
  return limited
}

function both(sent: JsonSchema | boolean, parsed: JsonSchema | boolean | undefined) {
  return typeof sent === 'object' && typeof parsed === 'object' ? withLimits(sent, parsed) : sent
}

type Schema = v.GenericSchema

/** Schemas that several calls share, by name. */
const answered: Record<string, Schema> = {
  Error: errorAnswer,
  FieldError: fieldErrorAnswer,
  User: user,
  Organization: organization,
  Flag: flag,
  Threat: threat,
  TeamMember: member,
  AuditEntry: auditEntry,
  PrivacyPolicy: policy,
  Done: acknowledgement,
  Saved: savedAnswer,
  RefusedScan: refusedScan,
  ScansError: scansErrorAnswer,
  ReadyError: readyErrorAnswer,
}
const given: Record<string, Schema> = { Scan: scan, Authentication: authentication }

/** One type for every id, although other backends have numbers. */
const idSchema: JsonSchema = {
  type: 'string',
  maxLength: limits.id,
  description:
    'An opaque id. This server makes UUIDs (version 7), and takes any text in their place.',
  examples: [shown.user],
}

const definitions: Readonly<Record<string, object>> = {
  ...answered,
  ...given,
  Id: id,
  GivenId: givenId,
}
const nameOf = new Map(Object.entries(definitions).map(([name, schema]) => [schema, name]))

const shared = {
  target: 'draft-2020-12',
  // Transformations do not restrict the input, and failed checks are described by the error message.
  errorMode: 'ignore',
  definitions: { ...answered, ...given, Id: id, GivenId: givenId },
  // JSON Schema also counts code points.
  overrideAction: ({ valibotAction, jsonSchema }) => {
    if (!('requirement' in valibotAction) || typeof valibotAction.requirement !== 'number') return
    const { type, requirement } = valibotAction
    if (type === 'max_code_points') return { ...jsonSchema, maxLength: requirement }
    if (type === 'min_code_points') return { ...jsonSchema, minLength: requirement }
    return undefined
  },
  overrideRef: ({ referenceId }) => refTo(referenceId),
} satisfies ConversionConfig

function refTo(name: string): string {
  return `#/components/schemas/${name === 'GivenId' ? 'Id' : name}`
}

export type Schemas = Record<string, JsonSchema>

/** A schema that is already a name stays as it is. */
export function nameSchema(name: string, schema: JsonSchema, schemas: Schemas): JsonSchema {
  if (schema.$ref !== undefined) return schema
  schemas[name] = schema
  return { $ref: refTo(name) }
}

/** The schema of a request, before trimming and defaults. */
export function inputSchema(schema: Schema): JsonSchema {
  const convert = (typeMode: 'input' | 'output') =>
    toJsonSchema(schema, {
      ...shared,
      typeMode,
      overrideSchema: ({ valibotSchema, jsonSchema }) => withMeanings(valibotSchema, jsonSchema),
    })
  return bare(withLimits(convert('input'), convert('output')))
}

/** The schema of a response. Fields with a neutral value are always present. */
export function outputSchema(schema: Schema): JsonSchema {
  return bare(
    toJsonSchema(schema, {
      ...shared,
      typeMode: 'output',
      overrideSchema: ({ valibotSchema, jsonSchema }) =>
        asAnswered(valibotSchema, withMeanings(valibotSchema, jsonSchema)),
    }),
  )
}

export function namedSchemas(): Record<string, JsonSchema> {
  // A copy, because the schema itself would become a reference to its name.
  const named = (schemas: Record<string, Schema>, convert: (schema: Schema) => JsonSchema) =>
    Object.entries(schemas).map(([name, schema]) => [name, convert({ ...schema })] as const)
  return Object.fromEntries([
    ['Id', idSchema],
    ...named(answered, outputSchema),
    ...named(given, inputSchema),
  ])
}

/** A default of the whole says nothing, because a body is required. */
function bare({ $schema: _, $defs: __, default: ___, ...schema }: JsonSchema): JsonSchema {
  return schema
}

/** Adds to the fields of an object what the contract says of them. */
function withMeanings(valibotSchema: object, schema: JsonSchema): JsonSchema {
  const { properties } = schema
  if (properties === undefined || !('entries' in valibotSchema)) return schema
  const entries = new Map<string, Schema>(Object.entries(Object(valibotSchema.entries)))
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        describeField(entries.get(name), property),
      ]),
    ),
  }
}

/**
 * A default stands in the words, because generators of clients make a field with the keyword required.
 */
function describeField(
  entry: Schema | undefined,
  converted: JsonSchema | boolean,
): JsonSchema | boolean {
  const said = entry === undefined ? undefined : saidOf(entry)
  if (entry === undefined || said === undefined || typeof converted !== 'object') return converted
  const inner = 'wrapped' in entry && entry.type === 'optional' ? Object(entry.wrapped) : entry
  const name = nameOf.get(saidOf(inner)?.schema ?? inner)
  const { default: value, ...rules } =
    name === undefined ? converted : { $ref: refTo(name), default: undefined }
  const example = exampleOf(entry)
  return Object.assign(
    formatOf(said.format, example),
    rules,
    { description: withDefault(said.words, value) },
    example === undefined ? {} : { examples: [example] },
  )
}

function formatOf(format: string | null | undefined, example: unknown): JsonSchema {
  if (format === null) return {}
  if (format !== undefined) return { format }
  if (typeof example !== 'string' || !/^\d{4}-\d\d-\d\d(T.+Z)?$/.test(example)) return {}
  return { format: example.includes('T') ? 'date-time' : 'date' }
}

function withDefault(words: string, value: unknown): string {
  if (value === undefined) return words
  return `${words}${words.endsWith('.') ? '' : '.'} If omitted: \`${JSON.stringify(value)}\`.`
}

/** The server fills in what has a default. */
function asAnswered(valibotSchema: object, { default: _, ...schema }: JsonSchema): JsonSchema {
  if ('entries' in valibotSchema && isObject(valibotSchema.entries)) {
    const always = Object.entries(valibotSchema.entries).filter(([, entry]) => isAlwaysThere(entry))
    return { ...schema, required: always.map(([name]) => name) }
  }
  const type = 'type' in valibotSchema ? valibotSchema.type : undefined
  const gap = 'default' in valibotSchema ? valibotSchema.default : undefined
  if (type === 'nullish' && gap !== undefined && gap !== null) {
    const [filled] = schema.anyOf ?? []
    return typeof filled === 'object' ? filled : schema
  }
  if ('options' in valibotSchema && Array.isArray(valibotSchema.options) && type === 'union') {
    // Union members with a transformation describe responses of other backends.
    const { options } = valibotSchema
    const own = schema.anyOf?.filter((_, position) => !isTransformed(options[position]))
    const [only] = own ?? []
    return own?.length === 1 && typeof only === 'object' ? only : schema
  }
  return schema
}

function isTransformed(option: unknown): boolean {
  if (!isObject(option) || !('pipe' in option) || !Array.isArray(option.pipe)) return false
  const last: unknown = option.pipe.at(-1)
  return isObject(last) && 'kind' in last && last.kind === 'transformation'
}

function isAlwaysThere(entry: unknown): boolean {
  if (!isObject(entry) || !('type' in entry)) return true
  const mayBeMissing = entry.type === 'optional' || entry.type === 'nullish'
  return !mayBeMissing || ('default' in entry && entry.default !== undefined)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
