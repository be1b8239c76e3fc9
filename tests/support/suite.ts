/** `npm test` proves each behaviour once; `npm run test:all` tries more of the same. */
export const provesOnce = process.env.TEST_SUITE === 'once'
