import { cover } from '#ui/cover/cover-texts-en.ts'
import { conversation } from './en/conversation.ts'
import { filterForm } from './en/filter-form.ts'
import { home } from './en/home.ts'
import { my } from './en/my.ts'
import { page } from './en/page.ts'
import { profile } from './en/profile.ts'
import { project } from './en/project.ts'
import { questions } from './en/questions.ts'
import { roundLinks } from './en/round-links.ts'
import { savedMore } from './en/saved-more.ts'
import { teams } from './en/teams.ts'

export const more = {
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
