// What other screens say about rounds. The screens of rounds: rounds.ts.
export const roundLinks = {
  'rounds.row': 'Rounds',
  'rounds.row.open': '“{round}” is open until {when}',
  'rounds.row.announced': '“{round}” opens {when}',
  'rounds.row.sealed': 'Results of “{round}” are being prepared',
  'rounds.row.published': 'Results of “{round}” are out',
  'rounds.row.ended': 'Past rounds and their results',
  'rounds.chip': 'Round: {round}',
  'rounds.mine': 'Rounds',
  'next.choose': 'Choose with your team',
  'apply.choice':
    'All lists and the curators’ marks are published with the results. There are pseudonyms instead of team names, but they don’t hide a team that gets a place.',
  'apply.choice.more': 'What others can see',
  'next.chosen': 'Chosen',
  'next.chosenBy': '“{team}” has it on its list.',
  'next.toChoices': 'My choices',
  'application.choice': 'Choice {rank} of your list',
  'application.choices': 'My choices',
  'sent.choice': 'It’s now the last choice on your list. Put the list into the order you want.',
  'sent.review.round': 'All choices of the round are decided together. Results come after {day}.',
}
