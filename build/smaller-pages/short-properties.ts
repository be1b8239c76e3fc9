import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { letters } from './letters.ts'
import { propertiesDeclaredIn } from './used-properties.ts'

const name = /--[a-z][\w-]*/g
const inScript = /(?<=['"`])--[a-z][\w-]*/g

/**
 * A name of one or two letters for each custom property, the shortest for the most used: 100 bytes of a front
 * page, 200 of a dashboard. What scripts set keeps its name.
 * @param root the folder of the project
 * @returns the name of a property, which stays as it is where no style declares it
 */
export function propertyNames(root: string): (property: string) => string {
  const read = (pattern: string) =>
    globSync(pattern, { cwd: root })
      .sort()
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n')
  const styles = read('src/**/*.{css,astro}')
  const ofScripts = new Set(read('src/**/*.{ts,tsx,astro}').match(inScript))
  const uses = Map.groupBy(styles.match(name) ?? [], (it) => it)
  const names = [...new Set(propertiesDeclaredIn(styles))].filter((it) => !ofScripts.has(it))
  const byUse = names.toSorted(
    (one, other) => (uses.get(other)?.length ?? 0) - (uses.get(one)?.length ?? 0),
  )
  const short = new Map(byUse.map((it, index) => [it, `--${letters(index)}`]))
  return (property) => short.get(property) ?? property
}

/** Gives the built style sheets the short names, before their files are named after their content. */
export function shortProperties(nameOf: (property: string) => string): Plugin {
  return {
    name: 'short-properties',
    apply: 'build',
    config: () => ({
      css: {
        postcss: {
          plugins: [
            {
              postcssPlugin: 'short-properties',
              Declaration(declaration) {
                declaration.prop = declaration.prop.replace(name, nameOf)
                declaration.value = declaration.value.replace(name, nameOf)
              },
            },
          ],
        },
      },
    }),
  }
}
