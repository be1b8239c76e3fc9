import { expect, test } from 'vitest'
import { structuredData } from '../../src/content/structured-data.ts'

test('Search engines get the organization in the language of the page, and no invented praise', () => {
  const said = structuredData('https://aman.example/', 'ar')
  expect(JSON.parse(said)).toMatchObject({
    '@type': 'Organization',
    name: 'Aman',
    alternateName: 'أمان',
    url: 'https://aman.example/',
  })
  expect(said).not.toMatch(/"(aggregateRating|review|offers|price)"/)
})

test('No text can end the script that holds it', () => {
  expect(structuredData('https://aman.example/</script>', 'en')).not.toContain('</')
})
