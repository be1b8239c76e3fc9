import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { harden } from './harden.ts'

/** The last step of a build: after it nothing may change a page, for its policy knows every byte. */
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
                // What the pages are built with, be it from the environment or from a `.env` file.
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
