import { cover } from '#ui/cover/cover-texts-ru.ts'
import type { SameKeys } from '#ui/texts.ts'
import type { more as en } from './more-en.ts'
import { conversation } from './ru/conversation.ts'
import { filterForm } from './ru/filter-form.ts'
import { home } from './ru/home.ts'
import { my } from './ru/my.ts'
import { page } from './ru/page.ts'
import { profile } from './ru/profile.ts'
import { project } from './ru/project.ts'
import { questions } from './ru/questions.ts'
import { roundLinks } from './ru/round-links.ts'
import { savedMore } from './ru/saved-more.ts'
import { teams } from './ru/teams.ts'

export const more: SameKeys<typeof en> = {
  ...project,
  ...questions,
  ...page,
  ...cover,
  ...my,
  ...conversation,
  ...profile,
  ...home,
  ...filterForm,
  ...savedMore,
  ...teams,
  ...roundLinks,
}
