import { z } from 'astro/zod'
import { exactly, madeUpDomain, quotation, text } from './fields.ts'

const headline = text(60, 'the heading of the section')
const lead = text(240, 'one or two sentences under the heading')

function entry(nameLongest: number, textLongest: number, purpose: string) {
  return z
    .strictObject({
      name: text(nameLongest, `${purpose}, by name`),
      text: text(textLongest, 'one or two sentences about it'),
    })
    .describe(`${purpose}: a name and a text`)
}

const step = z
  .strictObject({
    title: text(30, 'the name of the step'),
    text: text(160, 'what happens in it'),
  })
  .describe('a step with a title and a text')

const threat = z
  .strictObject({
    name: text(30, 'the name of the threat'),
    sample: quotation(80, 'a made-up line from such a message'),
    tell: text(70, 'what gives it away'),
  })
  .describe('a threat with a name, a sample and a tell')

const figure = z
  .strictObject({
    value: text(8, 'the figure with its unit'),
    label: text(30, 'what the figure counts'),
  })
  .describe('a figure with a value and a label')

const claim = z
  .strictObject({
    claim: text(40, 'the promise with its figure'),
    text: text(120, 'what it means in practice'),
  })
  .describe('a promise with a claim and a text')

export const landingSchema = z
  .strictObject({
    hero: z
      .strictObject({
        eyebrow: text(70, 'the small line over the headline'),
        headline: text(40, 'the large line, the first thing that visitors read'),
        lead: text(180, 'one sentence on what Aman does; it says that AI models classify emails'),
        demo_button: text(30, 'the button that leads to the demo form'),
        tour_link: text(30, 'the link that leads to the four steps'),
        aside: text(60, 'a quiet line under the buttons'),
      })
      .describe('the top of the page'),
    figures: exactly(4, figure, 'the figures under the headline'),
    how_it_works: z
      .strictObject({ headline, lead, steps: exactly(4, step, 'the steps in their order') })
      .describe('how it works'),
    threats: z
      .strictObject({
        headline,
        lead,
        sample_label: text(30, 'heading over the samples'),
        tell_label: text(30, 'heading over what gives them away'),
        kinds: exactly(5, threat, 'the threats that Aman stops'),
      })
      .describe('the threats that Aman stops'),
    claims: z
      .strictObject({
        headline,
        measured_link: text(30, 'the link to the page that says what was measured'),
        items: exactly(4, claim, 'the promises'),
      })
      .describe('the promises'),
    risk_reasons: z
      .strictObject({
        headline,
        lead,
        example: text(40, 'says that the picture is an example'),
        senders: exactly(4, madeUpDomain(24, 'a sender'), 'who sent the dangerous emails'),
      })
      .describe('why a risk score is what it is'),
    call_to_action: z
      .strictObject({
        headline,
        button: text(30, 'the button that leads to the demo form'),
      })
      .describe('the call to action in the middle of the page'),
    connect: z
      .strictObject({
        headline,
        ways: exactly(3, entry(60, 200, 'a mail server'), 'mail servers, and what if Aman is down'),
      })
      .describe('how the mail is connected'),
    audiences: z
      .strictObject({ headline, kinds: exactly(3, entry(30, 200, 'whom Aman is for'), 'readers') })
      .describe('whom Aman is for'),
    privacy: z
      .strictObject({
        headline,
        lead,
        malicious_text: text(120, 'what is kept of malicious emails'),
        malicious_span: text(30, 'how long, in the drawing'),
        safe_text: text(120, 'how long safe emails are kept'),
        scale_start: text(20, 'the left end of the scale'),
        scale_end: text(20, 'the right end of the scale'),
        policy_link: text(40, 'the link to the privacy policy'),
      })
      .describe('privacy by design'),
    service: z
      .strictObject({
        support_headline: headline,
        support_text: text(160, 'how quickly support answers'),
        deployment_headline: headline,
        deployments: exactly(3, entry(30, 80, 'a way to connect'), 'the ways to connect Aman'),
        extension_show: text(40, 'opens the picture of the browser extension'),
        extension_picture: text(120, 'what the picture of the browser extension shows'),
      })
      .describe('support and deployment'),
    faq: z.strictObject({ headline }).describe('the heading over the questions'),
    demo: z
      .strictObject({
        headline,
        lead,
        email_label: text(30, 'label of the first field'),
        company_label: text(30, 'label of the second field'),
        button: text(30, 'the button that sends the request'),
        note: text(120, 'what will happen on pressing it'),
        write_instead: text(60, 'the words before the mailbox'),
      })
      .describe('the demo request'),
  })
  .describe('the file landing.yaml')

export type Landing = z.infer<typeof landingSchema>
