export { productName, productNameIn } from '../../../../contract/core/product.ts'
