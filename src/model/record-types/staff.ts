import type { z } from "zod";
import { email, flag, id, text, timestamp } from "../fields.js";
import { defineRecordType } from "../record-type.js";

/** Staff members (`docs/interface.md` section 2.6). Jobs and accruals refer to staff members by `external_id`. */
export const staff = defineRecordType({
  name: "staff",
  plural: "staff",
  title: "Staff",
  description: "A staff member of the freight forwarder.",
  personal: true,
  section: "2.6",
  served: "as a list",
  fields: {
    external_id: id(
      "Unique and immutable ID of the staff member in the FFS. Jobs and accruals refer to it.",
      "E00017",
    ),
    updated_at: timestamp("Time of the last change, in UTC. Never decreases.", "2026-03-01T08:15:00.000Z"),
    name: text("Full name.", "Petra Vogel"),
    email_address: email("Work e-mail address.", "petra.vogel@example.com"),
    is_active: flag("Whether the staff member is active."),
  },
});

export type Staff = z.infer<typeof staff.schema>;
