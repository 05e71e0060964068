import type { TransactionSql } from '#database/sql.ts'
import { type Ids, idOf, instant, type World } from './world.ts'

/** Slugs by login, last saved first: open, coming and finished ones. */
export const demoSaved: Record<string, string[]> = {
  anna: ['muzey-radio', 'city-tree-census', 'lecture-notes-search', 'donorskiy-kalendar', 'library-chatbot', 'night-bus-planner'],
  boris: ['datchiki-vozduha', 'oral-history-recorder', 'arhiv-teatra'],
  vera: ['muzey-radio', 'chitalny-zal-onlayn', 'lecture-notes-search'],
  gleb: ['raspisanie-v-karmane', 'city-tree-census', 'volunteer-shift-planner', 'campus-bike-sharing'],
  'timur.salikhov': ['karta-dvorov', 'lecture-notes-search'],
  'ksenia.rudenko': ['city-tree-census', 'shkolny-planetariy'],
  'leila.haddad': ['city-tree-census', 'allergy-menu-labels', 'tutoring-marketplace'],
  'oliver.grant': ['greenhouse-rover', 'dym-nad-lesom'],
  'maya.lindqvist': ['greenhouse-rover', 'muzey-radio', 'city-tree-census'],
  'jonas.weber': ['shkolnoe-pitanie', 'nastavnik-pervokursnika'],
  curator: ['city-tree-census', 'hospital-queue-board'],
  admin: ['muzey-radio', 'library-chatbot'],
}

export async function insertSaved(sql: TransactionSql, world: World, { people, projects }: { people: Ids; projects: Ids }): Promise<void> {
  const rows = Object.entries(demoSaved).flatMap(([login, slugs], index) =>
    slugs.map((slug, nth) => ({
      person_id: idOf(people, login),
      project_id: idOf(projects, slug),
      saved_at: instant(world, -1 - nth, index),
    })),
  )
  await sql`insert into saved_project ${sql(rows)}`
}
