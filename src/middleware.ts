import { defineMiddleware } from 'astro:middleware'
import { speak } from '../build/locales/catalogue.ts'
import { localeOf } from '../build/locales/locales.ts'

/** Every page is rendered in the language of its address. */
export const onRequest = defineMiddleware((context, next) => {
  context.locals.locale = localeOf(context.url)
  speak(context.locals.locale)
  return next()
})
