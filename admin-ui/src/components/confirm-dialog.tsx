import { Confirm, type ConfirmProps } from 'react-admin';

/**
 * React-admin's `Confirm` for a dialog that stays mounted: while it is closing, its buttons can still be clicked, and a
 * double click must not act twice.
 */
export function ConfirmDialog({ onConfirm, ...props }: ConfirmProps) {
  return (
    <Confirm
      {...props}
      onConfirm={(event) => {
        if (props.isOpen) onConfirm(event);
      }}
    />
  );
}
