import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { findBrokenLinks } from './broken-links.ts'
import { ContentErrors } from './page-loader.ts'

/** Stops a build with links to what the site does not have. */
export function linkCheck(): AstroIntegration {
  let root = ''
  return {
    name: 'link-check',
    hooks: {
      'astro:config:setup': ({ config }) => {
        root = fileURLToPath(config.root)
      },
      'astro:build:done': ({ dir }) => {
        const problems = findBrokenLinks(fileURLToPath(dir), root)
        if (problems.length > 0) throw new ContentErrors(problems)
      },
    },
  }
}
