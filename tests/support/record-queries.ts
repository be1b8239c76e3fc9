import type { KyselyPlugin, QueryId, RootOperationNode } from 'kysely'

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
