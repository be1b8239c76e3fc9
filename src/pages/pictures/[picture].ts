import { root } from 'astro:config/server'
import { readFile } from 'node:fs/promises'
import type { APIRoute, GetStaticPaths } from 'astro'
import { locales } from '../../../contract/core/locale.ts'
import { picturesFolder } from '../../content/post-files.ts'
import { publicPosts } from '../../content/posts.ts'

/* The pictures of published articles, and no others that are in the folder. */
export const getStaticPaths = (async () => {
  const posts = (await Promise.all(locales.map(publicPosts))).flat()
  const names = new Set(posts.flatMap(({ post }) => post.picture ?? []))
  return [...names].map((picture) => ({ params: { picture } }))
}) satisfies GetStaticPaths

export const GET: APIRoute = async ({ params: { picture = '' } }) =>
  new Response(await readFile(new URL(`${picturesFolder}/${picture}`, root)), {
    headers: { 'content-type': picture.endsWith('.png') ? 'image/png' : 'image/jpeg' },
  })
