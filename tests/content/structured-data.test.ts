import { expect, test } from 'vitest'
import { structuredData } from '../../src/content/structured-data.ts'

const facts = {
  site: 'https://aman.example/',
  page: 'https://aman.example/',
  locale: 'en',
  description: 'What it does.',
  questions: [{ question: 'Is </script> safe?', answer: 'Yes.' }],
}

test('Search engines get organization, software and questions, and no invented praise', () => {
  const graph = JSON.parse(structuredData(facts))['@graph']
  expect(graph.map((node: { '@type': string }) => node['@type'])).toEqual([
    'Organization',
    'SoftwareApplication',
    'FAQPage',
  ])
  expect(graph[2].mainEntity[0]).toMatchObject({
    name: 'Is </script> safe?',
    acceptedAnswer: { text: 'Yes.' },
  })
  expect(structuredData(facts)).not.toMatch(/"(aggregateRating|review|offers|price)"/)
})

test('No text of the content can end the script that holds it', () => {
  expect(structuredData(facts)).not.toContain('</')
})
