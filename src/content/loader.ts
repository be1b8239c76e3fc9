import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Loader } from 'astro/loaders'
import type { z } from 'astro/zod'
import { checkContent } from './check.ts'

/** A collection with one entry from one YAML file of the same name. */
export function yamlFile(name: string, schema: z.ZodType<Record<string, unknown>>): Loader {
  const file = `src/content/${name}.yaml`
  return {
    name: `yaml-file:${name}`,
    load: async ({ config, store, watcher, logger }) => {
      const path = fileURLToPath(new URL(file, config.root))
      const read = async () => {
        const data = checkContent(file, await readIfThere(path), schema)
        store.set({ id: name, data })
      }
      await read()
      // Some editors save by replacing the file.
      for (const event of ['change', 'add'] as const) {
        watcher?.on(event, (changed) => {
          if (changed === path) read().catch((error: unknown) => logger.error(String(error)))
        })
      }
    },
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  return existsSync(path) ? readFile(path, 'utf8') : undefined
}
