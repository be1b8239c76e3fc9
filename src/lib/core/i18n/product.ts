export { productName, productNameIn } from '../../../contract/product.ts'
