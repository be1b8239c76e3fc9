import { join } from 'node:path'
import { root } from './run-command.ts'
import { toCycloneDx } from './supply-chain/cyclonedx.ts'
import { readLock } from './supply-chain/lock.ts'

// `npm sbom` refuses any tree with native packages for machines that are not this one.
console.log(JSON.stringify(toCycloneDx(readLock(join(root, 'package-lock.json'))), null, 2))
