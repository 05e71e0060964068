import { campusProjects } from './projects-en-campus.ts'
import { cityProjects } from './projects-en-city.ts'
import { peopleProjects } from './projects-en-people.ts'
import { gorodProjects } from './projects-ru-city.ts'
import { kulturaProjects } from './projects-ru-culture.ts'
import { uchebaProjects } from './projects-ru-study.ts'
import type { DemoProject } from './shape.ts'

export type { DemoProject }

/** Half in English, half in Russian. All but a draft, an archived and a withdrawn one are published. */
export const demoProjects: DemoProject[] = [
  ...cityProjects,
  ...campusProjects,
  ...peopleProjects,
  ...gorodProjects,
  ...uchebaProjects,
  ...kulturaProjects,
]
