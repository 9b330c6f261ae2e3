import type { Article } from './article.ts'
import { performance } from './articles/performance.ts'
import { prototypalInheritance } from './articles/prototypal-inheritance.ts'
import { searchProductsByName } from './articles/search-products-by-name.ts'
import { stateManagement } from './articles/state-management.ts'
import { unitTests } from './articles/unit-tests.ts'

/** The articles of the blogs page, in the order of the specification. */
export const articles: readonly Article[] = [
  performance,
  stateManagement,
  prototypalInheritance,
  unitTests,
  searchProductsByName,
]
