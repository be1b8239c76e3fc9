declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates when a person first touches the island. */
    'client:touch'?: boolean
  }
}

export {}
