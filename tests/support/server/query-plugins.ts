import type { KyselyPlugin, QueryId, RootOperationNode } from 'kysely'

/** Ends like a process that is killed: what is not committed is lost. */
export function killedAfter(queries: number): KyselyPlugin {
  let made = 0
  return {
    transformQuery({ node }) {
      made += 1
      if (made > queries) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

/** The same at the query of a number that holds this text. */
export function killedAt(text: string, number: number): KyselyPlugin {
  let made = 0
  return {
    transformQuery({ node }) {
      if (JSON.stringify(node).includes(text)) made += 1
      if (made === number) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

/** Records every query of a database that has the plugin. */
export function recordQueries() {
  const recorded: { node: RootOperationNode; queryId: QueryId }[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      recorded.push({ node, queryId })
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { recorded, plugin }
}
