import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Endpoint } from '../../contract/core/endpoint.ts'
import type { Permission } from '../../contract/core/permissions.ts'

/** Requests of a listening server have a socket; requests of in-process tests do not. */
export type CallContext = Context<{ Bindings: Partial<HttpBindings> }>

/** A call that users make, with or without a permission. */
export type UserEndpoint = Endpoint & { readonly access: 'signed-in' | Permission }
