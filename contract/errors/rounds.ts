import type { ErrorEntry } from './entry.ts'

// Rounds: choices, placement, offers, exchanges.
export const roundErrors = {
  round_not_found: {
    status: 404,
    title: { en: 'Round not found', ru: 'Набор не найден' },
    detail: { en: 'There is no round “{round}”.', ru: 'Набора «{round}» нет.' },
  },
  round_not_published: {
    status: 404,
    title: { en: 'No results here', ru: 'Результатов здесь нет' },
    detail: {
      en: 'The results of “{round}” have not been published yet, or their file is for participants only.',
      ru: 'Результаты набора «{round}» ещё не опубликованы, или файл с ними доступен только участникам.',
    },
  },
  round_abandoned: {
    status: 404,
    title: { en: 'There are no results', ru: 'Результатов нет' },
    detail: {
      en: '“{round}” was abandoned: the key of its lottery is lost, so nobody can compute or check results.',
      ru: 'Набор «{round}» прекращён: ключ жеребьёвки утрачен, поэтому вычислить и проверить результаты нельзя.',
    },
  },
  offer_not_found: {
    status: 404,
    title: { en: 'Offer not found', ru: 'Предложение не найдено' },
    detail: {
      en: 'Offer {offer} doesn’t exist, or you don’t have access to it.',
      ru: 'Предложения {offer} нет, или у вас нет к нему доступа.',
    },
  },
  exchange_not_found: {
    status: 404,
    title: { en: 'Exchange not found', ru: 'Обмен не найден' },
    detail: {
      en: 'Exchange {exchange} doesn’t exist, or your team doesn’t take part in it.',
      ru: 'Обмена {exchange} нет, или ваша команда в нём не участвует.',
    },
  },
  decided_by_round: {
    status: 409,
    title: { en: 'Decided by the round', ru: 'Решение примет набор' },
    detail: {
      en: 'Choices of the round “{round}” are decided together, when its results are published. To give a team a project by hand, put it there on the page of the round.',
      ru: 'Решения по набору «{round}» принимаются вместе, когда публикуются результаты. Назначить проект вручную можно на странице набора: закрепите команду за проектом.',
    },
  },
  round_sealed: {
    status: 409,
    title: { en: 'Choices can no longer change', ru: 'Выбор уже нельзя изменить' },
    detail: {
      en: 'The window of “{round}” is closed. Wait for the results.',
      ru: 'Приём в набор «{round}» закрыт. Дождитесь результатов.',
    },
  },
  too_many_choices: {
    status: 409,
    title: { en: 'Too many choices', ru: 'Слишком много проектов' },
    detail: {
      en: 'A team may choose up to {limit} projects in “{round}”. Remove one of your choices first.',
      ru: 'В наборе «{round}» команда может выбрать не больше проектов, чем {limit}. Сначала уберите один из выбранных.',
    },
  },
  choices_changed: {
    status: 409,
    title: { en: 'Your choices have changed', ru: 'Ваш список изменился' },
    detail: {
      en: 'The list doesn’t match the choices of “{team}”: somebody added or removed one. Check the list and order it again.',
      ru: 'Список не совпадает с выбором команды «{team}»: кто-то добавил или убрал проект. Проверьте список и расставьте его заново.',
    },
  },
  round_full: {
    status: 409,
    title: { en: 'The round is full', ru: 'В наборе больше нет мест для команд' },
    detail: {
      en: 'At most {limit} teams can take part in “{round}”.',
      ru: 'В наборе «{round}» могут участвовать не больше команд, чем {limit}.',
    },
  },
  offer_over: {
    status: 409,
    title: { en: 'This offer has ended', ru: 'Предложение больше не действует' },
    detail: {
      en: 'It was answered, has expired, or the place is gone.',
      ru: 'На него уже ответили, срок прошёл или место занято.',
    },
  },
  exchange_over: {
    status: 409,
    title: { en: 'This exchange has ended', ru: 'Обмен больше не действует' },
    detail: {
      en: 'It did not come about in time, or one of the teams no longer takes part.',
      ru: 'Он не состоялся вовремя, или одна из команд больше не участвует.',
    },
  },
  not_waiting: {
    status: 409,
    title: { en: 'Your team doesn’t wait for this project', ru: 'Ваша команда не ждёт этот проект' },
    detail: {
      en: 'In “{round}” a team waits for projects it ranked above what it has, until a place is offered to it. If you have an offer, accept or decline it.',
      ru: 'В наборе «{round}» команда ждёт проекты, которые стоят в её списке выше доставшегося, пока ей не предложат место. Если место уже предложено, согласитесь или откажитесь.',
    },
  },
  not_placed: {
    status: 409,
    title: { en: 'Your team has no place in this round', ru: 'У вашей команды нет места в этом наборе' },
    detail: {
      en: 'Only teams that got a project in “{round}” can exchange it.',
      ru: 'Обмениваться могут только команды, которые получили проект в наборе «{round}».',
    },
  },
  project_not_in_round: {
    status: 409,
    title: { en: 'The project is not in this round', ru: 'Проекта нет в этом наборе' },
    detail: { en: '“{project}” is not a project of “{round}”.', ru: 'Проекта «{project}» нет в наборе «{round}».' },
  },
  project_in_round: {
    status: 409,
    title: { en: 'The project belongs to a round', ru: 'Проект относится к набору' },
    detail: {
      en: '“{project}” is in the round “{round}”. A project is in one round at a time, cannot leave an open or sealed one, and has its window.',
      ru: 'Проект «{project}» участвует в наборе «{round}». Проект может быть только в одном наборе, не может выйти из открытого или закрытого до результатов и открыт для заявок вместе с набором.',
    },
  },
  round_wrong_state: {
    status: 409,
    title: { en: 'Not possible in this state of the round', ru: 'Сейчас это невозможно' },
    detail: {
      en: '“{round}” is {state} now.',
      ru: 'Состояние набора «{round}»: {state}.',
    },
  },
  choices_beyond_limit: {
    status: 409,
    title: { en: 'Some teams have chosen more projects', ru: 'Некоторые команды выбрали больше проектов' },
    detail: {
      en: 'Teams in “{round}” that have chosen more than {limit} projects: {teams}. Nobody’s choices are cut. Keep the number, or ask these teams to remove choices and try again.',
      ru: 'Команды, которые выбрали в наборе «{round}» больше проектов, чем {limit}: {teams}. Чужой выбор мы не сокращаем. Оставьте прежнее число или попросите эти команды убрать лишнее и повторите.',
    },
  },
  round_key_works: {
    status: 409,
    title: { en: 'This round can go on', ru: 'Этот набор можно провести' },
    detail: {
      en: 'A round is abandoned only when the key of its lottery is lost. The key of “{round}” works.',
      ru: 'Прекратить набор можно, только если ключ жеребьёвки утрачен. У набора «{round}» ключ на месте.',
    },
  },
  round_incomplete: {
    status: 409,
    title: { en: 'The round cannot be announced yet', ru: 'Набор пока нельзя объявить' },
    detail: { en: 'Missing for “{round}”: {missing}.', ru: 'Для набора «{round}» не хватает: {missing}.' },
  },
  round_not_placeable: {
    status: 409,
    title: { en: 'Places cannot be given out now', ru: 'Сейчас распределить места нельзя' },
    detail: { en: '“{round}”: {missing}.', ru: 'Набор «{round}»: {missing}.' },
  },
  draft_outdated: {
    status: 409,
    title: { en: 'The draft is out of date', ru: 'Черновик результатов устарел' },
    detail: {
      en: 'Something has changed since these results were computed. Place again and check the new draft.',
      ru: 'С тех пор как результаты были рассчитаны, что-то изменилось. Распределите места ещё раз и проверьте новый черновик.',
    },
  },
  too_many_rounds: {
    status: 409,
    title: { en: 'Too many drafts', ru: 'Слишком много черновиков' },
    detail: {
      en: 'There are {limit} rounds that have not been announced. Announce or delete one of them first.',
      ru: 'Черновиков наборов уже {limit}. Сначала объявите или удалите один из них.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
