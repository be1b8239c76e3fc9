import { readWords } from '../core/read-words.ts'

export const demoWords = readWords(import.meta.dirname, 'demo.words.yaml')

export type DemoWords = (typeof demoWords)['en']
