declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates when the user first touches the island. */
    'client:touch'?: boolean
  }
}

export {}
