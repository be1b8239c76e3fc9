/*
 * Fonts for images that the build draws, as packages, because the machine may have none. Pages use the
 * reader's system fonts. Glyphs that one font lacks, such as Arabic, come from the other one.
 */

export const serifFamily = 'Gelasio'
export const sansFamily = 'IBM Plex Sans Arabic'

export const fontFiles = [
  '@expo-google-fonts/gelasio/400Regular/Gelasio_400Regular.ttf',
  '@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf',
  '@expo-google-fonts/ibm-plex-sans-arabic/600SemiBold/IBMPlexSansArabic_600SemiBold.ttf',
]
