import { mark } from '../../build/pictures/mark.ts'
import { productName } from '../lib/core/i18n/product.ts'
import './logo.css'

/** Aman's logo and name. */
export function Logo() {
  return (
    <span className="logo">
      <svg viewBox={mark.viewBox} width="30" height="30" aria-hidden="true">
        <path d={mark.house} fill="currentColor" />
        <path className="logo-fold" d={mark.fold} fill="none" strokeWidth="2.4" />
      </svg>
      {productName}
    </span>
  )
}
