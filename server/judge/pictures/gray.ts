/** A picture in shades of gray, a byte for each point, from the top left. */
export interface Gray {
  readonly width: number
  readonly height: number
  readonly points: Uint8Array
}

/** Greater pictures are not looked at. */
export const mostPoints = 4_000_000
/** A longer side gives every second point, or fewer, so that all pictures take about the same time. */
const mostSide = 900

/** @param shadeAt of a point of the whole picture, row by row */
export function shrink(
  width: number,
  height: number,
  shadeAt: (x: number, y: number) => number,
): Gray {
  const step = Math.ceil(Math.max(width, height) / mostSide)
  const small = { width: Math.ceil(width / step), height: Math.ceil(height / step) }
  const points = new Uint8Array(small.width * small.height)
  let at = 0
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      points[at] = shadeAt(x, y)
      at += 1
    }
  }
  return { ...small, points }
}
