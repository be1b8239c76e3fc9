export { productName } from '../../../contract/product.ts'
