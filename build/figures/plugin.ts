import { build, type Plugin } from 'vite'

/**
 * Bundles each script that paints first figures with all that it imports. It stands in the page, so it
 * shares no chunk with code that comes later.
 */
export function figureScripts(): Plugin {
  return {
    name: 'figures:scripts',
    enforce: 'pre',
    load: {
      filter: { id: /\/src\/lib\/\w+\/paint-\w+\.ts$/ },
      async handler(id) {
        const result = await build({
          configFile: false,
          logLevel: 'error',
          build: {
            write: false,
            modulePreload: false,
            rolldownOptions: { input: id, output: { format: 'iife' } },
          },
        })
        const [built] = [result].flat()
        const code = built !== undefined && 'output' in built ? built.output[0]?.code : undefined
        if (code === undefined) throw new Error(`${id} did not build`)
        return { code, map: null, moduleType: 'js' }
      },
    },
  }
}
