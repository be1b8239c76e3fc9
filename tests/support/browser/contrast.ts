import type { Page } from '@playwright/test'

/**
 * Gives the page `contrastOf(one, other)`: the contrast of two CSS colours as WCAG counts it, and
 * `groundOf(element)`: the colour that an element stands on.
 */
export async function measureContrast(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const rgba = (color: string) => {
      const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
      if (context === null) throw new Error('a browser can draw')
      context.fillStyle = color
      context.fillRect(0, 0, 1, 1)
      return [...context.getImageData(0, 0, 1, 1).data]
    }
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = rgba(color).map((part) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const contrastOf = (one: string, other: string) => {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
      return (light + 0.05) / (dark + 0.05)
    }
    const groundOf = (element: Element | null): string => {
      if (element === null) return getComputedStyle(document.documentElement).backgroundColor
      const { backgroundColor } = getComputedStyle(element)
      return rgba(backgroundColor)[3] === 255 ? backgroundColor : groundOf(element.parentElement)
    }
    Object.assign(window, { contrastOf, groundOf, alphaOf: (color: string) => rgba(color)[3] })
  })
}
