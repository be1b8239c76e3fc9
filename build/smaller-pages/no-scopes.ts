/**
 * Fails at the scope of a style that Astro writes on every tag: of a front page 300 bytes more than rules
 * that are nested in the class of their part.
 */
export function refuseScopes(file: string, text: string): void {
  if (text.includes('data-astro-cid-')) {
    throw new Error(
      `${file} has a scope of Astro's: write <style is:global>, with the rules nested in a class`,
    )
  }
}
