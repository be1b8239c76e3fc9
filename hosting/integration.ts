import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { harden } from './harden.ts'
import type { OwnScripts } from './own-scripts.ts'

/** Astro's names for the scripts of components. */
const scriptOfComponent = /\.astro\?astro&type=script&/

/**
 * The last step of a build. Nothing may change a page after it, because the policy contains hashes
 * of its content.
 */
export function hardening(ownScripts: OwnScripts): AstroIntegration {
  let apiUrl: string | undefined
  return {
    name: 'hardening',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'hardening:api-url',
                // The value that the pages are built with, from the environment or from a `.env` file.
                configResolved: ({ env }) => {
                  apiUrl = env.PUBLIC_API_URL
                },
              },
              {
                name: 'hardening:own-scripts',
                generateBundle: {
                  // Astro takes the scripts that it inlines out of the bundle.
                  order: 'pre',
                  handler(_options, bundle) {
                    for (const chunk of Object.values(bundle)) {
                      if (chunk.type !== 'chunk' || chunk.facadeModuleId === null) continue
                      if (!scriptOfComponent.test(chunk.facadeModuleId)) continue
                      ownScripts.add(chunk.facadeModuleId, chunk.code.trim())
                    }
                  },
                },
              },
            ],
          },
        })
      },
      'astro:build:done': ({ dir }) => harden(fileURLToPath(dir), apiUrl, ownScripts),
    },
  }
}
