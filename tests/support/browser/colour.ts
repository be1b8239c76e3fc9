import type { Locator } from '@playwright/test'

export interface Colour {
  /** 0 to 360. */
  readonly hue: number
  /** 0 to 1. */
  readonly saturation: number
  readonly lightness: number
}

/**
 * The drawn colour of an element's text, background or line, whatever way the style sheet says it.
 */
export function colourOf(
  element: Locator,
  property: 'color' | 'backgroundColor' | 'stroke' | 'fill' = 'color',
): Promise<Colour> {
  return element.evaluate((node, name) => {
    const context = document.createElement('canvas').getContext('2d')
    if (context === null) throw new Error('There is no canvas')
    context.fillStyle = getComputedStyle(node)[name]
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    const most = Math.max(red, green, blue)
    const least = Math.min(red, green, blue)
    const spread = most - least
    const lightness = (most + least) / 510
    const saturation = spread === 0 ? 0 : spread / 255 / (1 - Math.abs(2 * lightness - 1))
    const sixth =
      most === red
        ? (green - blue) / spread + (green < blue ? 6 : 0)
        : most === green
          ? (blue - red) / spread + 2
          : (red - green) / spread + 4
    return { hue: sixth * 60, saturation, lightness }
  }, property)
}

/** The colours of risk, as people name them. */
export async function riskColourOf(
  element: Locator,
  property?: Parameters<typeof colourOf>[1],
): Promise<'red' | 'amber' | 'green' | undefined> {
  const { hue, saturation } = await colourOf(element, property)
  if (saturation < 0.25) return undefined
  if (hue < 20 || hue > 340) return 'red'
  if (hue > 25 && hue < 60) return 'amber'
  return hue > 90 && hue < 170 ? 'green' : undefined
}
