import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { harden } from './harden.ts'

/**
 * The last step of a build. Nothing may change a page after it, because the policy contains hashes
 * of its content.
 */
export function hardening(): AstroIntegration {
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
            ],
          },
        })
      },
      'astro:build:done': ({ dir }) => harden(fileURLToPath(dir), apiUrl),
    },
  }
}
