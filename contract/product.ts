/** The product's name in running text, on the site and in what the server writes (R005). */
export const productName = 'Aman'
