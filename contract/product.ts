/** The product's name in running text, on the site and in text from the server (R005). */
export const productName = 'Aman'
