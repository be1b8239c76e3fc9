/*
 * Fonts of the pictures that the build draws, as packages: the machine may have none. Pages use the
 * reader's own fonts. A letter that a font lacks is taken from the other one, Arabic from the sans.
 */

export const serifFamily = 'Gelasio'
export const sansFamily = 'IBM Plex Sans Arabic'

export const fontFiles = [
  '@expo-google-fonts/gelasio/400Regular/Gelasio_400Regular.ttf',
  '@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf',
]
