import { z } from 'astro/zod'
import { text } from './fields.ts'

export const siteSchema = z
  .strictObject({
    search: z
      .strictObject({
        title: text(65, "the line in the browser's tab and in search results"),
        description: text(165, 'two sentences that search results and shared links show'),
      })
      .describe('what search engines show'),
    navigation: z
      .strictObject({
        features: text(20, 'link to the threats that Aman stops'),
        how_it_works: text(20, 'link to the four steps'),
        faq: text(20, 'link to the questions'),
        privacy_policy: text(20, 'link to the privacy policy'),
        sign_in: text(20, 'link to the sign-in'),
        demo: text(16, 'button to the demo form; a phone has little room for it'),
        menu: text(12, 'button that opens the links on a phone, which has little room for it'),
        skip: text(40, 'first link for keyboards, past the header'),
      })
      .describe('the words of the header'),
    footer: z
      .strictObject({
        tagline: text(120, 'one line under the logo'),
        contact_heading: text(30, 'heading over the mailboxes'),
        sales: text(40, 'what the sales mailbox is for'),
        support: text(40, 'what the support mailbox is for'),
        pages_heading: text(30, 'heading over the links'),
        home: text(20, 'link to the front page'),
      })
      .describe('the words of the footer'),
    not_found: z
      .strictObject({
        title: text(60, 'the line in the tab'),
        headline: text(60, 'the large line'),
        lead: text(240, 'a friendly word on what happened'),
        home: text(40, 'the button to the front page'),
        links_heading: text(60, 'the line over the other links'),
      })
      .describe('the page that answers for addresses that do not exist'),
    articles: z
      .strictObject({
        title: text(40, 'the title of the list of articles, and the link to it'),
        lead: text(200, 'one or two sentences under the title'),
        by: text(20, 'the word before the author'),
        feed: text(60, 'the link to the feed'),
        back: text(40, 'the link from an article to the list'),
      })
      .describe('the words around the articles'),
    privacy_page: z
      .strictObject({
        intro: text(400, 'the paragraph above the policy'),
        effective: text(30, 'the word before the effective date'),
        last_updated: text(30, 'the words before the date at the foot'),
        loading: text(60, 'what is shown while the policy loads'),
        unavailable: text(60, 'what is shown when it does not load'),
        back: text(30, 'the link to the front page'),
      })
      .describe('the words around the privacy policy'),
  })
  .describe('the file site.yaml')

export type Site = z.infer<typeof siteSchema>
