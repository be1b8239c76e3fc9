import type { APIRoute, GetStaticPaths } from 'astro'
import { homeScreenSvg } from '../../../build/pictures/icon.ts'
import { pngResponse } from '../../../build/pictures/png.ts'

/** 180 for Apple's home screen, the others for the manifest. */
export const getStaticPaths = (() =>
  ['180', '192', '512'].map((size) => ({ params: { size } }))) satisfies GetStaticPaths

export const GET: APIRoute = ({ params }) => pngResponse(homeScreenSvg(Number(params.size)))
