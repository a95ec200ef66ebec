import { Card, Copy } from "./parts.js";
import { texts } from "./texts.js";
import { useWork } from "./work.js";

/** Downloads the mapping as a file for the person who maintains the workspace. */
export function Handover() {
  const { view, isBlocked } = useWork();
  return (
    <Card id="handover" title={texts.handover.title}>
      <p class="muted">{isBlocked ? texts.handover.open : texts.handover.lead}</p>
      <p class="row">
        <a class={isBlocked ? "button" : "button main"} href={`/api/session/${view.id}/mapping`} download>
          {texts.handover.download}
        </a>
        <Copy text={view.text} label={texts.handover.copy} />
      </p>
    </Card>
  );
}
