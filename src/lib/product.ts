/** The product's name in running text (R005). */
export const productName = 'Aman'
