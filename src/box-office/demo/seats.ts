const SEATS_IN_ROW = 24;

const SECTIONS = [
  { name: 'Stalls', rows: 26 },
  { name: 'Circle', rows: 16 },
] as const;

/** The place of a performance's nth ticket; halls grow with the number of tickets. */
export function placeOf(
  index: number,
  generalAdmission: boolean,
): { section: string; seat: string | null } {
  if (generalAdmission) return { section: 'General Admission', seat: null };
  let row = Math.floor(index / SEATS_IN_ROW);
  const seat = (index % SEATS_IN_ROW) + 1;
  for (const section of SECTIONS) {
    if (row < section.rows) return { section: section.name, seat: seatText(row, seat) };
    row -= section.rows;
  }
  return { section: 'Balcony', seat: seatText(row, seat) };
}

function seatText(row: number, seat: number): string {
  return `Row ${rowName(row)}, Seat ${seat}`;
}

/** A to Z, then AA, AB, … */
function rowName(row: number): string {
  const letter = String.fromCharCode(65 + (row % 26));
  return row < 26 ? letter : rowName(Math.floor(row / 26) - 1) + letter;
}
